import { useEffect, useId, type ReactNode } from 'react'
import pencil from '@tabler/icons/outline/pencil.svg?raw'
import x from '@tabler/icons/outline/x.svg?raw'
import { type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { outsideHours } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { dayFromIso, isoDay, type Day } from '../../src/platform/format/days.ts'
import { shortDay } from '../shared/day-titles.ts'
import { Icon } from '../shared/icon.tsx'
import { openPopup, pickDate } from '../shared/platform.ts'
import { spanOf } from './drafts.ts'
import { type Lane } from './model.ts'
import { useTimes, type Typed } from './use-times.ts'

interface VisitCardProps {
  visit: BoardVisit
  isDraft: boolean
  plans: boolean
  lanes: readonly Lane[]
  busy: boolean
  today: Day
  orderUrl: string
  /** A saved visit becomes a draft, whose fields are open. */
  onEdit: () => void
  onSave: (visit: BoardVisit) => void
  onShow: (day: Day) => void
  /** Of a draft: back to what is saved, or to the orders that wait. */
  onUndo: () => void
  onCancel: () => void
  onClose: () => void
  onChecking: (isChecking: boolean) => void
}

/** A visit that was chosen: who does it and when, open to be changed where it is a draft. */
export function VisitCard(props: VisitCardProps): ReactNode {
  const { visit, isDraft, plans, lanes, busy, onChecking } = props
  const { shown, isChecking, type } = useTimes({ visit, lanes, busy, save: props.onSave })
  const id = useId()
  const outside = outsideHours(spanOf(visit), visit.order.hours)
  useEffect(() => {
    onChecking(isChecking)
    return () => onChecking(false)
  }, [isChecking, onChecking])
  return (
    <section className="panel pb-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="row-flex">
        <span className="grow">{visit.customer}</span>
        <button type="button" className="icon-btn" aria-label="Sluiten" title="Sluiten" onClick={props.onClose}>
          <Icon svg={x} />
        </button>
      </h2>
      <p className="muted">
        <a
          href={props.orderUrl.replace('{id}', String(visit.order.id))}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            openPopup(event.currentTarget.getAttribute('href')!)
          }}
        >
          {visit.uid}
        </a>
        {visit.order.reference !== null && ` · ${visit.order.reference}`}
        {isDraft && ' · niet opgeslagen'}
      </p>
      {outside !== null && <p className="pb-no">{outside}</p>}
      <Fields {...{ id, shown, type }} {...props} isOpen={isDraft && plans} />
      {plans && <CardButtons {...props} />}
    </section>
  )
}

interface FieldsProps extends Pick<VisitCardProps, 'lanes' | 'today' | 'onShow'> {
  id: string
  shown: Typed
  type: (next: Partial<Typed>) => void
  isOpen: boolean
}

/** Of what is saved they can be read alone. */
function Fields({ id, shown, type, lanes, today, onShow, isOpen }: FieldsProps): ReactNode {
  return (
    <fieldset disabled={!isOpen} className="pb-fields">
      <legend className="sr-only">Planning</legend>
      <label htmlFor={`${id}-lane`}>Keurmeester</label>
      <select
        id={`${id}-lane`}
        className="form-control form-select"
        value={shown.lane}
        onChange={({ target }) => type({ lane: Number(target.value) })}
      >
        {lanes.map((lane) => (
          <option key={lane.id} value={lane.id}>
            {lane.title}
          </option>
        ))}
      </select>
      <span id={`${id}-date`}>Datum</span>
      <button
        type="button"
        className="btn"
        aria-labelledby={`${id}-date ${id}-day`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) =>
          pickDate(currentTarget, {
            chosen: dayFromIso(shown.date),
            today: today,
            onPick: (day) => {
              type({ date: isoDay(day) })
              onShow(day)
            },
            onClose: () => undefined,
          })
        }
      >
        <span id={`${id}-day`}>{shortDay(dayFromIso(shown.date))}</span>
      </button>
      <label htmlFor={`${id}-start`}>Begin</label>
      <input
        id={`${id}-start`}
        type="text"
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        className="form-control"
        value={shown.start_time}
        onChange={({ target }) => type({ start_time: target.value })}
      />
      <label htmlFor={`${id}-end`}>Einde</label>
      <input
        id={`${id}-end`}
        type="text"
        inputMode="numeric"
        maxLength={5}
        autoComplete="off"
        className="form-control"
        value={shown.end_time}
        onChange={({ target }) => type({ end_time: target.value })}
      />
    </fieldset>
  )
}

function CardButtons({ visit, isDraft, onEdit, onUndo, onCancel }: VisitCardProps): ReactNode {
  if (visit.done) return <p className="muted">Dit bezoek is afgerond.</p>
  return (
    <div className="row-flex pb-buttons">
      {!isDraft && (
        <button type="button" className="btn" onClick={onEdit}>
          <Icon svg={pencil} />
          Wijzigen
        </button>
      )}
      {isDraft && (
        <button type="button" className="btn" onClick={onUndo}>
          Weggooien
        </button>
      )}
      {visit.id !== null && !visit.touched && (
        <button type="button" className="btn btn-danger-quiet" onClick={onCancel}>
          Planning annuleren
        </button>
      )}
      {visit.id !== null && visit.touched && (
        <p className="muted">Aan deze order is al gewerkt: de planning kan niet meer worden geannuleerd.</p>
      )}
    </div>
  )
}
