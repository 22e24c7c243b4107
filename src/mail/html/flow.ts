/** How an element takes part in the layout. */
export interface Flow {
  /** Whether it has an absolute or fixed position. */
  readonly isOut: boolean;
  readonly isFloating: boolean;
  /** Whether it is neither of the two, nor a part of a table, nor hidden. */
  readonly isInFlow: boolean;
  /** Whether it is a part of a line of text, without a box of its own. */
  readonly isInline: boolean;
  /** Whether it stands on a line or in a row with others. */
  readonly isOnLine: boolean;
}

/**
 * Finds out how an element takes part in the layout, by its properties.
 *
 * @param isFlexible whether the element around it is a row or a grid of boxes
 */
export function flowOf(display: string, position: string, float: string, isFlexible: boolean): Flow {
  const isOut = position === "absolute" || position === "fixed";
  const isFloating = float !== "none";
  const isInFlow = !isOut && !isFloating && display !== "none" && !/^table-/.test(display);
  const isInline = /^(?:inline|ruby)$/.test(display) && isInFlow && !isFlexible;
  const isOnLine = isInFlow && (isInline || isFlexible || /inline-/.test(display));
  return { isOut, isFloating, isInFlow, isInline, isOnLine };
}
