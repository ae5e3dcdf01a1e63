/** A document for Node, and what its elements went through. */

import { parseHTML } from "linkedom";

const { document, Node } = parseHTML("<!doctype html><html><body></body></html>");
Object.assign(globalThis, { document, Node });

/** The names of the attributes written while `act` runs; the same value written again counts. */
export function written(node, act) {
  const names = [];
  for (const element of [node, ...node.querySelectorAll("*")]) {
    for (const method of ["setAttribute", "removeAttribute"]) {
      const write = element[method];
      element[method] = (name, ...value) => {
        if (method === "setAttribute" || element.hasAttribute(name)) names.push(name);
        write.call(element, name, ...value);
      };
    }
  }
  act();
  return names;
}

/** The nodes that `insertBefore` moved below `node` while `act` runs. */
export function moved(node, act) {
  const nodes = [];
  const insert = node.insertBefore;
  node.insertBefore = (child, before) => {
    nodes.push(child);
    return insert.call(node, child, before);
  };
  act();
  node.insertBefore = insert;
  return nodes;
}
