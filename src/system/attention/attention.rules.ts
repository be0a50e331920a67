import { WORK_KINDS, type Attention, type WorkKind, type WaitingRow } from './points.ts'

/** What asks attention, with how many there are and the first day on which harm is done (YYYY-MM-DD). */
export interface AttentionLine extends Pick<Attention, 'name' | 'icon' | 'tone' | 'url'> {
  count: number
  label: string
  day: string
}

export interface ShownGroup {
  key: WorkKind
  label: string
  /** Everything in it; a planning in several of its lines counts once. */
  total: number
  /** That of what comes first. */
  tone: Attention['tone']
  lines: AttentionLine[]
}

/** A line with the rows that were found outside the query. */
export interface Answered {
  kind: WorkKind
  line: AttentionLine
  rows: readonly WaitingRow[]
}
/** Of each group, what the query found: which plannings, and how many other records. */
export interface Counts {
  plannings: Partial<Record<WorkKind, readonly number[]>>
  others: Partial<Record<WorkKind, number>>
}

/** The groups in their order without those that have nothing, and their lines in that of the day of harm. */
export function groupsOf(answered: readonly Answered[], { plannings, others }: Counts): ShownGroup[] {
  return (Object.keys(WORK_KINDS) as WorkKind[]).flatMap((key) => {
    const own = answered.filter(({ kind }) => kind === key)
    const lines = own.map(({ line }) => line).toSorted((a, b) => a.day.localeCompare(b.day))
    const [first] = lines
    if (first === undefined) return []
    const rows = own.flatMap((one) => one.rows)
    const found = new Set([...(plannings[key] ?? []), ...rows.flatMap(({ planning }) => planning ?? [])])
    const total = found.size + (others[key] ?? 0) + rows.filter(({ planning }) => planning === null).length
    return [{ key, label: WORK_KINDS[key], total, tone: first.tone, lines }]
  })
}
