import { weekday } from '../../platform/format/zone.ts'

export const WEEKDAYS = ['Maandag', 'Dinsdag', 'Woensdag', 'Donderdag', 'Vrijdag', 'Zaterdag', 'Zondag']
const SHORT = ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo']

/** 'Vrijdag, om de week'. */
export function repeatText(firstDay: string, everyWeeks: number): string {
  const name = WEEKDAYS[weekday(firstDay) - 1]!
  return [name, everyWeeks === 1 ? 'elke week' : everyWeeks === 2 ? 'om de week' : `elke ${everyWeeks} weken`].join(
    ', ',
  )
}

interface Hours {
  weekday: number
  opens: string
  closes: string
}

/** 'ma–do 08:00–17:00, vr 08:00–12:00': days one after the other with the same hours stand together. */
export function weekText(hours: readonly Hours[]): string {
  const runs: { first: number; last: number; text: string }[] = []
  for (const { weekday: day, opens, closes } of [...hours].sort((a, b) => a.weekday - b.weekday)) {
    const text = `${opens}–${closes}`
    const before = runs.at(-1)
    if (before?.last === day - 1 && before.text === text) before.last = day
    else runs.push({ first: day, last: day, text })
  }
  const daysOf = (first: number, last: number) =>
    first === last ? SHORT[first - 1]! : `${SHORT[first - 1]}–${SHORT[last - 1]}`
  return runs.map(({ first, last, text }) => `${daysOf(first, last)} ${text}`).join(', ') || 'Geen werkdagen'
}
