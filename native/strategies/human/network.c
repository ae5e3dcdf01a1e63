/* The network: one hidden layer of rectified units, and one output. */
#include "strategies/human/glance.h"

#include <string.h>

float hl_human_weigh(const hl_human_config *config, const float features[WIDTH]) {
    float hidden[HL_HUMAN_HIDDEN], weight = 0;
    memcpy(hidden, config->bias, sizeof hidden);
    for (int feature = 0; feature < HL_HUMAN_FEATURES; feature++)
        if (features[feature] != 0)
            for (int unit = 0; unit < HL_HUMAN_HIDDEN; unit++)
                hidden[unit] += features[feature] * config->inwards[feature][unit];
    for (int unit = 0; unit < HL_HUMAN_HIDDEN; unit++)
        weight += hidden[unit] > 0 ? hidden[unit] * config->outwards[unit] : 0;
    return weight;
}
