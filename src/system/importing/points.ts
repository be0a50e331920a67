import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Target } from './types.ts'

export type { Alike, ReadRow } from './judging.rules.ts'
export type { ListedRow } from './list.rules.ts'
export type { Target, Work } from './types.ts'

/** What lists can be imported as; each area gives the records that are its own. */
export const importTargets = point<Target>('import targets')

export const findTarget = (registry: Registry, name: string): Target | undefined =>
  registry.all(importTargets).find((target) => target.name === name)

/** The target of this name, or else the first one. */
export const targetOf = (registry: Registry, name: string): Target =>
  findTarget(registry, name) ?? registry.all(importTargets)[0]!
