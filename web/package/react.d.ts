/** Types of `<schema-dojo>` for JSX and for the DOM: `import "schema-dojo/react"`. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";

import type { SchemaDojoAttributes, SchemaDojoElement } from "./types/embed/package.js";

type Element = HTMLElement & SchemaDojoElement;

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "schema-dojo": DetailedHTMLProps<HTMLAttributes<Element>, Element> & SchemaDojoAttributes;
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "schema-dojo": Element;
  }
}
