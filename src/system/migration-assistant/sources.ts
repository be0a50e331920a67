import type { Source } from './types.ts'

export const SOURCE_LABELS: Record<Source, string> = {
  database: 'De database van het oude systeem',
  coachview: 'Bestanden uit Coachview',
  planaday: 'Bestanden uit Planaday',
  other: 'Bestanden uit een ander systeem',
}
