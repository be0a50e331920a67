import { useEffect, useRef, type ReactNode } from 'react'
import { type CalendarWords } from '../../src/system/calendar/calendar.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { type Handlers } from './handlers.ts'
import { ListTable } from './list-view.tsx'
import { type Piece } from './split.ts'
import { dayTitle } from '../shared/day-titles.ts'

interface MonthListProps {
  words: CalendarWords
  day: Day
  pieces: readonly Piece[] | undefined
  activeId: number | null
  busy: boolean
  on: Handlers
}

/** What the dots of one day stand for: a phone has room for them in the month, and for their names below it. */
export function MonthList({ words, day, pieces = [], activeId, busy, on }: MonthListProps): ReactNode {
  const section = useRef<HTMLElement>(null)
  const shown = useRef(day)
  useEffect(() => {
    if (shown.current !== day) section.current?.scrollIntoView({ block: 'nearest' })
    shown.current = day
  }, [day])

  return (
    <section className="cal-month-list rt" aria-label={dayTitle(day)} ref={section}>
      <h2>{dayTitle(day)}</h2>
      {pieces.length > 0 ? (
        <ListTable
          words={words}
          appointments={pieces.map(({ appointment }) => appointment)}
          activeId={activeId}
          ofDay={day}
          on={on}
        />
      ) : (
        !busy && <p className="muted">Geen {words.many} op deze dag.</p>
      )}
    </section>
  )
}
