/** The size of the window in which a page is shown, in pixels. This is a usual size. */
export const WINDOW = { width: 1280, height: 720 };

/** In pixels. Nobody can read letters of this size, or letters of which only this much is visible. */
export const UNREADABLE = 2;
