import { type ReactNode } from 'react'
import calendarOff from '@tabler/icons/outline/calendar-off.svg?raw'
import {
  type AppointmentsAnswer,
  type CalendarAppointment,
  type CalendarWords,
} from '../../src/system/calendar/calendar.contract.ts'
import { formatDay, type Day } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { type Handlers } from './handlers.ts'
import { countText, headerOf, listRows, startsNewDay, type CellKind, type ListCell } from './list-cells.ts'
import { appointmentHue, shownStatus } from './status.ts'
import { NO_DATA } from './titles.ts'
import { LAST, stopProps } from '../shared/use-roving.ts'

const CELL_CLASS: Readonly<Record<CellKind, string>> = {
  day: 'strong c-day',
  time: 'tnum muted c-time',
  main: 'c-main',
  text: 'muted c-text',
  code: 'muted tnum c-code',
  number: 'num-r c-number',
  status: 'c-status',
}

interface ListViewProps {
  words: CalendarWords
  day: Day
  page: number
  count: number
  /** Null until the first answer for the list. */
  answer: AppointmentsAnswer | null
  activeId: number | null
  filtered: boolean
  waiting: boolean
  onClearFilters: () => void
  on: Handlers
}

/**
 * A table on a screen with room for columns. On a phone its rows become blocks, by which a table loses its meaning for
 * assistive technology; the explicit roles give it back.
 */
export function ListView({ words, answer, page, count, activeId, waiting, on, ...rest }: ListViewProps): ReactNode {
  if (!answer) return <div className="rt-scroll">{waiting && <WaitingRows />}</div>
  const { appointments, total } = answer
  if (appointments.length === 0) return <NoData words={words} {...rest} />
  return (
    <>
      <div className="rt-scroll" tabIndex={0} role="group" aria-label={`Lijst met ${words.many}`}>
        <ListTable words={words} appointments={appointments} activeId={activeId} on={on} />
      </div>
      <div className="rt-foot">{countText(page, count, appointments.length, total)}</div>
    </>
  )
}

interface ListTableProps {
  words: CalendarWords
  appointments: readonly CalendarAppointment[]
  activeId: number | null
  /** The day that stands above the table, so that no row has to name it. */
  ofDay?: Day
  on: Handlers
}

export function ListTable({ words, appointments, activeId, ofDay, on }: ListTableProps): ReactNode {
  const rows = listRows(words, appointments)
  return (
    <table className="cal-list" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {headerOf(rows).map(({ title, kind }) => (
            <th key={title} scope="col" role="columnheader" className={kind === 'number' ? 'num-r' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {appointments.map((appointment, index) => (
          <ListRow
            key={appointment.id}
            appointment={appointment}
            cells={rows[index]!}
            stop={ofDay === undefined ? stopProps(0, index) : stopProps(ofDay, LAST + 1 + index)}
            newDay={ofDay === undefined && startsNewDay(appointments, index)}
            repeated={ofDay !== undefined || (index > 0 && !startsNewDay(appointments, index))}
            active={appointment.id === activeId}
            on={on}
          />
        ))}
      </tbody>
    </table>
  )
}

interface ListRowProps {
  appointment: CalendarAppointment
  cells: readonly ListCell[]
  stop: ReturnType<typeof stopProps>
  newDay: boolean
  repeated: boolean
  active: boolean
  on: Handlers
}

function ListRow({ appointment, cells, stop, newDay, repeated, active, on }: ListRowProps): ReactNode {
  const names = [newDay && 'is-newday', active && 'is-selected'].filter(Boolean)
  return (
    <tr role="row" className={names.join(' ')} onClick={(event) => on.open(event, appointment)}>
      {cells.map((cell) => (
        <td key={cell.title} role="cell" className={CELL_CLASS[cell.kind]} title={hint(cell)}>
          {cell.kind === 'main' ? (
            <a
              href={on.hrefOf(appointment)}
              aria-current={active ? 'true' : undefined}
              data-appointment={appointment.id}
              {...stop}
            >
              {cell.text}
            </a>
          ) : (
            <CellText cell={cell} appointment={appointment} repeated={repeated} />
          )}
        </td>
      ))}
    </tr>
  )
}

/** A name may be too long for its column. */
function hint({ kind, text }: ListCell): string | undefined {
  return kind === 'main' || kind === 'text' ? text : undefined
}

interface CellTextProps {
  cell: ListCell
  appointment: CalendarAppointment
  /** What stands above has the same day. */
  repeated: boolean
}

function CellText({ cell, appointment, repeated }: CellTextProps): ReactNode {
  if (cell.kind === 'day') return <span className={repeated ? 'sr-only' : undefined}>{cell.text}</span>
  const status = shownStatus(appointment)
  if (cell.kind !== 'status' || !status) return cell.text
  const { className, style } = appointmentHue(appointment)
  return (
    <span className={`status ${className}`} style={style}>
      {status.label}
    </span>
  )
}

function NoData({
  words,
  day,
  filtered,
  onClearFilters,
}: Pick<ListViewProps, 'words' | 'day' | 'filtered' | 'onClearFilters'>): ReactNode {
  return (
    <div className="empty">
      <Icon svg={calendarOff} className="ic ic-xl" />
      <b>{NO_DATA}</b>
      <p>
        Vanaf {formatDay(day)} {filtered ? `voldoet geen ${words.one} aan de filters.` : 'is er niets gepland.'}
      </p>
      {filtered && (
        <button type="button" className="btn" onClick={onClearFilters}>
          Filters wissen
        </button>
      )}
    </div>
  )
}

function WaitingRows(): ReactNode {
  return (
    <div className="cal-waiting-rows" aria-hidden="true">
      {Array.from({ length: 8 }, (_, row) => (
        <span key={row} className={row % 2 ? 'skel w1' : 'skel w3'} />
      ))}
    </div>
  )
}
