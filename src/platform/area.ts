import type { ConstraintMessages, HistoryLabels, Manifest, ModulePart, RecordRef } from './manifest.ts'
import type { JobHandler } from './jobs/jobs.ts'

/** Joins the parts of an area's modules, in their order, into the area's manifest. */
export function area(name: string, parts: ModulePart[]): Manifest {
  const list = <
    K extends
      | 'fixedTables'
      | 'screens'
      | 'records'
      | 'search'
      | 'selectors'
      | 'nav'
      | 'extensions'
      | 'settingsTabs'
      | 'create'
      | 'preventors'
      | 'uploads'
      | 'audiences'
      | 'merging'
      | 'personData'
      | 'retention'
      | 'reseal'
      | 'endAccess',
  >(
    key: K,
  ) => parts.flatMap((part): NonNullable<Manifest[K]>[number][] => part[key] ?? []) as NonNullable<Manifest[K]>
  return {
    name,
    screens: list('screens'),
    records: list('records'),
    search: list('search'),
    selectors: list('selectors'),
    nav: list('nav'),
    extensions: list('extensions'),
    settingsTabs: list('settingsTabs'),
    fixedTables: list('fixedTables'),
    create: list('create'),
    preventors: list('preventors'),
    merging: list('merging'),
    ownStyle: (viewer) => parts.map((part) => part.ownStyle?.(viewer) ?? null).find((url) => url !== null) ?? null,
    personData: list('personData'),
    retention: list('retention'),
    reseal: list('reseal'),
    endAccess: list('endAccess'),
    onSetting: Object.assign({}, ...parts.map((part) => part.onSetting ?? {})) as NonNullable<Manifest['onSetting']>,
    async onAccountEmail(trx, account) {
      const changed: RecordRef[] = []
      for (const part of parts) changed.push(...((await part.onAccountEmail?.(trx, account)) ?? []))
      return changed
    },
    crons: Object.assign({}, ...parts.map((part) => part.crons ?? {})) as Record<string, string>,
    uploads: list('uploads'),
    audiences: list('audiences'),
    jobs: Object.assign({}, ...parts.map((part) => part.jobs ?? {})) as Record<string, JobHandler>,
    constraints: Object.assign({}, ...parts.map((part) => part.constraints ?? {})) as ConstraintMessages,
    history: Object.assign({}, ...parts.map((part) => part.history ?? {})) as Record<string, HistoryLabels>,
    async story(trx, story, today) {
      for (const part of parts) await part.story?.(trx, story, today)
    },
    async epilogue(trx, story, today) {
      for (const part of parts) await part.epilogue?.(trx, story, today)
    },
  }
}
