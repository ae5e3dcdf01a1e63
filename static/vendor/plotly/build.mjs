// Rebuilds plotly.min.js and LICENSES: plotly.js with the drawings that our figures have, bars, boxes,
// heat maps and lines. In an empty folder, with this file in it:
//
//   npm install --ignore-scripts plotly.js@4.1.1 esbuild@0.28.2 && node build.mjs

import { readdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const TEXT = String.raw`(?:'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`;
const TEXTS = new RegExp(
  String.raw`^\s*description:\s*(?:${TEXT}|\[(?:\s*${TEXT},?)*\s*\](?:\.join\(${TEXT}\))?),?$`,
  "gm",
);
const withoutTexts = {
  name: "without the texts of the reference",
  setup({ onLoad }) {
    onLoad({ filter: /attributes\.js$|plot_config\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(TEXTS, ""),
    }));
  },
};

const { metafile } = await build({
  stdin: {
    resolveDir: ".",
    contents: `
      const Plotly = require("plotly.js/lib/core");
      Plotly.register([
        require("plotly.js/lib/bar"),
        require("plotly.js/lib/box"),
        require("plotly.js/lib/heatmap"),
      ]);
      module.exports = Plotly;`,
  },
  bundle: true,
  minify: true,
  globalName: "Plotly",
  define: { "process.env.NODE_DEBUG": "false", global: "window" },
  loader: { ".css": "empty" },
  legalComments: "none",
  metafile: true,
  plugins: [withoutTexts],
  outfile: "plotly.min.js",
});

const packages = new Set(
  Object.keys(metafile.inputs).flatMap((file) => file.match(/^node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
);
const told = [];
for (const folder of [...packages].sort()) {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
  const text = file ? await readFile(`${folder}/${file}`, "utf8") : "";
  told.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
}
await writeFile("LICENSES", told.join(`\n${"-".repeat(72)}\n\n`));
