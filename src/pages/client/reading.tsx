import type { JSX } from "preact";
import type { LabellingState } from "../../labelling/state.js";
import { plural } from "./view.js";

/** Shows how far the pile is read. */
export function Reading({ state: { reading } }: { readonly state: LabellingState }): JSX.Element {
  const { documents = 0, of } = reading ?? {};
  return (
    <section>
      <p class="lead">
        {plural(documents, "document")}
        {of === undefined ? " so far." : ` of ${of.toLocaleString("en")}.`}
      </p>
      <progress aria-label="documents read" max={of} value={of === undefined ? undefined : documents} />
    </section>
  );
}
