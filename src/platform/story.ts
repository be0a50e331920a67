/**
 * The cast: stable ids of the demo story, which is also the base of the tests and the screenshots. Each module adds
 * its part by declaration merging and fills it in the manifest's `story`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Story {}
