/**
 * Extension points: what a module lets others add to its own work, without knowing who they are. The point stands
 * beside the code that asks for it; whoever has something to add gives it in its `index.ts`. Importing registers
 * nothing: only what a manifest holds counts.
 */

/** What can be given: values of type `T`. Two points are the same when they are the same object. */
export interface Point<T> {
  /** For error messages and the map of points in the documentation. */
  readonly name: string
  /** Carries the type alone; it is never there. */
  readonly value?: T
}

/** What a manifest holds of a point: the point and the values given to it. */
export interface Gift {
  readonly point: Point<unknown>
  readonly values: readonly unknown[]
  /** Which module offers them, where that can be switched off; marked by the manifest of its area. */
  readonly module?: string
}

/** Declares a point. Consumers ask for what was given by `registry.all`, or by `registry.offered` what a viewer is shown. */
export const point = <T>(name: string): Point<T> => ({ name })

/** Gives values to a point, in their order. */
export const give = <T>(to: Point<T>, values: readonly T[]): Gift => ({ point: to, values })
