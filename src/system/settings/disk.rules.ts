/** What takes the room on the disk, as the gauge of the settings shows it. */
import type { DiskUsage } from '../../platform/files/file-store.ts'
import type { HeldFiles } from '../../platform/files/held-files.ts'

/** From here on it is said that the disk gets full. */
const FULL = 0.8

const KINDS = {
  documents: 'Documenten',
  certificates: 'Certificaten',
  photos: "Foto's",
  imports: 'Importbestanden',
  database: 'Database',
  other: 'Overig',
} as const
type Kind = keyof typeof KINDS

export interface DiskGauge {
  total: number
  free: number
  used: number
  isFull: boolean
  /** Each with its place in a bar of 100 wide; what lies on another disk has none. */
  parts: { kind: Kind; label: string; bytes: number; bar: { x: number; width: number } | null }[]
}

/** @param database.isHere whether it lies on the same disk as the files */
export function diskGauge(
  { folders, total, free }: DiskUsage,
  held: readonly Pick<HeldFiles, 'folders' | 'are'>[],
  database: { bytes: number; isHere: boolean },
): DiskGauge {
  const bytes: Record<Kind, number> = {
    documents: 0,
    certificates: 0,
    photos: 0,
    imports: 0,
    database: database.bytes,
    other: 0,
  }
  const kindOf = new Map<string, Kind>(
    held.flatMap((part) => part.folders.map((folder) => [folder, part.are ?? 'documents'] as const)),
  )
  for (const [folder, size] of folders) bytes[kindOf.get(folder) ?? 'other'] += size
  const used = total - free
  const isHere = (kind: Kind) => kind !== 'database' || database.isHere
  const told = Object.entries(bytes).reduce((sum, [kind, size]) => sum + (isHere(kind as Kind) ? size : 0), 0)
  bytes.other += Math.max(0, used - told)
  let x = 0
  const parts = (Object.keys(KINDS) as Kind[]).map((kind) => {
    const width = total > 0 ? Math.min(100 - x, (100 * bytes[kind]) / total) : 0
    const bar = isHere(kind) ? { x, width } : null
    if (bar) x += width
    return { kind, label: KINDS[kind], bytes: bytes[kind], bar }
  })
  return { total, free, used, isFull: total > 0 && used / total >= FULL, parts }
}
