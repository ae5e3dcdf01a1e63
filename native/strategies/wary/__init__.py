"""The wary agent: conventions with those who keep them, rules with strangers."""
