import { Liquid, type LiquidOptions } from 'liquidjs'

interface Locked {
  /** The tags that there are, beside what ends them. */
  tags: readonly string[]
  /** The filters that there are; all of them where they are not told. */
  filters?: readonly string[]
  /** What one text may ask: characters, ms, and units of memory. */
  limits: { parse: number; render: number; memory: number }
  outputEscape?: LiquidOptions['outputEscape'] | undefined
}

/**
 * Templates that people write are Liquid without any way out: no files (`templates` is empty, and the tags that include
 * are gone), own properties only, and limits on size, time and memory.
 */
export function lockedLiquid({ tags, filters, limits, outputEscape }: Locked): Liquid {
  const engine = new Liquid({
    templates: {},
    ownPropertyOnly: true,
    strictVariables: true,
    strictFilters: true,
    parseLimit: limits.parse,
    renderLimit: limits.render,
    memoryLimit: limits.memory,
    ...(outputEscape === undefined ? {} : { outputEscape }),
  })
  for (const tag of Object.keys(engine.tags)) if (!tags.includes(tag)) Reflect.deleteProperty(engine.tags, tag)
  for (const filter of filters === undefined ? [] : Object.keys(engine.filters))
    if (!filters!.includes(filter)) Reflect.deleteProperty(engine.filters, filter)
  return engine
}
