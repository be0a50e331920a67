/**
 * Paths as screens declare them: a parameter is the id of a record, unless its module marks it as a word, with the mark
 * `(word)` or a pattern of its own: `/messages/of/:object(word)/:objectId`.
 */

type Segments<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Segment}/${infer Tail}`
    ? Segment | Segments<`/${Tail}`>
    : Rest
  : never
type WordIn<Segment> = Segment extends `${infer Name}(${string}` ? Name : never
type IdIn<Segment> = Segment extends `${string}(${string}`
  ? never
  : Segment extends `${infer Name}.${string}`
    ? Name
    : Segment & string

/** The parameters of a path: `/events/of/:object(word)/:id` → `{ object: string; id: number }`. */
export type ParamsOf<Path extends string> = { [K in WordIn<Segments<Path>>]: string } & {
  [K in IdIn<Segments<Path>>]: number
}

/** The parameters of a path that are words. */
export const wordsOf = (path: string): ReadonlySet<string> =>
  new Set([...path.matchAll(/:([A-Za-z_]+)\(/g)].map(([, name]) => name!))

/** A path as the contract catalogue spells it, without the mark. */
export const cataloguePath = (path: string): string => path.replaceAll('(word)', '')
