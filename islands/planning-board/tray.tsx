import { type ReactNode } from 'react'
import gripVertical from '@tabler/icons/outline/grip-vertical.svg?raw'
import { type UnplannedOrder } from '../../src/inspections/planning/visits/board.contract.ts'
import { dayFromIso, formatDay } from '../../src/platform/format/days.ts'
import { Icon } from '../shared/icon.tsx'
import { durationText } from './model.ts'

interface TrayProps {
  orders: readonly UnplannedOrder[]
  isKnown: boolean
  failed: boolean
  onRetry: () => void
  onPlan: (order: UnplannedOrder) => void
}

/** The orders that nothing is planned for yet, to be put on the board. */
export function Tray({ orders, isKnown, failed, onRetry, onPlan }: TrayProps): ReactNode {
  return (
    <section className="panel pb-tray" aria-label="Nog in te plannen">
      <h2>Nog in te plannen {isKnown && <span className="cal-count">{orders.length}</span>}</h2>
      {failed && (
        <p className="note note--error" role="alert">
          <span className="grow">De orders konden niet worden geladen.</span>
          <button type="button" className="btn btn-sm" onClick={onRetry}>
            Opnieuw
          </button>
        </p>
      )}
      {isKnown && orders.length === 0 && <p className="muted">Alles is ingepland.</p>}
      <ul>
        {orders.map((order) => (
          <li key={order.order_id}>
            <button
              type="button"
              data-take={`new-${order.order_id}`}
              aria-keyshortcuts="Enter"
              onClick={() => onPlan(order)}
            >
              <i className="pb-drag" data-drag aria-hidden="true">
                <Icon svg={gripVertical} className="ic ic-sm" />
              </i>
              <b className="trunc">{order.customer}</b>
              <span>
                {[order.city, order.duration > 0 && durationText(order.duration), devicesText(order.devices)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span>
                {order.uid}
                {order.due_on !== null && ` · vóór ${formatDay(dayFromIso(order.due_on)).slice(0, 5)}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const devicesText = (count: number): string | false => count > 0 && (count === 1 ? '1 apparaat' : `${count} apparaten`)
