/** What a schedule asks for. */
export const KINDS = {
  inspection: 'Keuring',
  maintenance: 'Onderhoud',
  replacement: 'Vervanging',
  end_of_life: 'Einde levensduur',
} as const
export type ScheduleKind = keyof typeof KINDS

/** From which day it counts. */
export const BASES = {
  last: 'De laatste keer',
  installed: 'Plaatsing of aankoop',
  production: 'Productie',
} as const
export type ScheduleBasis = keyof typeof BASES

/** '5 jaar', '18 maanden'. @param months 1 or more */
export const periodText = (months: number): string => {
  if (months % 12 === 0) return `${months / 12} jaar`
  return months === 1 ? '1 maand' : `${months} maanden`
}

export interface Rhythm {
  first_after: number
  repeat_after: number | null
  hard: boolean
}

/** 'na 10 jaar', 'elk jaar', 'na 5 jaar, daarna elke 10 jaar', 'na 20 jaar, nooit later'. */
export function rhythmText({ first_after, repeat_after, hard }: Rhythm): string {
  const every = repeat_after === 12 ? 'elk jaar' : repeat_after === null ? '' : `elke ${periodText(repeat_after)}`
  const first = repeat_after === first_after ? '' : `na ${periodText(first_after)}`
  return [first, first && every ? `daarna ${every}` : every, hard ? 'nooit later' : ''].filter(Boolean).join(', ')
}
