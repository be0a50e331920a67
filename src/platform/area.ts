import type { Manifest, ModulePart, OfModule } from './manifest.ts'

/** What a part offers, marked by its module where that can be switched off. */
const offeredBy = <T extends OfModule>({ module }: ModulePart, things: readonly T[] = []): readonly T[] =>
  module ? things.map((thing) => ({ ...thing, module: module.key })) : things

/** Joins the parts of an area's modules, in their order, into the manifest of the area. */
export function areaManifest(name: string, parts: ModulePart[]): Manifest {
  return {
    name,
    screens: parts.flatMap(({ screens }) => screens?.flat() ?? []),
    screensOver: (types) => parts.flatMap((part) => part.screensOver?.(types) ?? []),
    records: parts.flatMap(({ records }) => records ?? []),
    selectors: parts.flatMap(({ selectors }) => selectors ?? []),
    modules: parts.flatMap(({ module }) => module ?? []),
    nav: parts.flatMap((part) => offeredBy(part, part.nav)),
    navGroups: parts.flatMap(({ navGroups }) => navGroups ?? []),
    create: parts.flatMap((part) => offeredBy(part, part.create)),
    gifts: parts.flatMap((part) => offeredBy(part, part.gifts)),
    jobs: Object.assign({}, ...parts.map(({ jobs }) => jobs ?? {})) as NonNullable<Manifest['jobs']>,
    crons: Object.assign({}, ...parts.map(({ crons }) => crons ?? {})) as NonNullable<Manifest['crons']>,
    constraints: Object.assign({}, ...parts.map((part) => part.constraints ?? {})) as NonNullable<
      Manifest['constraints']
    >,
    async story(trx, story, today) {
      for (const part of parts) await part.story?.(trx, story, today)
    },
    async afterStory(trx, story, today) {
      for (const part of parts) await part.afterStory?.(trx, story, today)
    },
  }
}

/** The areas with the screens that follow from the records of all of them. */
export function assembled(areas: Manifest[]): Manifest[] {
  const types = areas.flatMap(({ records }) => records ?? [])
  return areas.map((one) => ({ ...one, screens: [...one.screens, ...(one.screensOver?.(types) ?? [])] }))
}
