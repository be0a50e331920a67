/** A visit while it is carried out: what is left of it, and what can be done. */
import type { Status } from '../../../platform/screens/models.ts'
import type { GuardedAction } from '../../../platform/screens/popup/guarded-actions.ts'
import type { Step } from '../../../platform/screens/popup/next-step.ts'
import { ordersArea } from '../../../administration/orders/orders/rights.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import { monthText } from '../../devices/devices/index.ts'
import { type OrderDevice, RESULTS } from '../../orders/order-devices/index.ts'
import { CANCEL_ASKED, cancelRefusal } from '../../planning/visits/index.ts'
import { workdayArea } from '../../rights.ts'
import type { Work, actionsOfOrder, productsToDeliver } from './workday.queries.ts'

export interface Opened {
  work: Work | null
  address: string
  choices: { id: number; period: string; who: string; state: Status }[]
  devices: ReturnType<typeof shownDevice>[]
  actions: Awaited<ReturnType<typeof actionsOfOrder>>
  products: Awaited<ReturnType<typeof productsToDeliver>>
  progress: { done: number; all: number; rejected: number; next: { id: number } | null }
}

/** A device in walking order, as it stands at a visit. */
export const shownDevice = (device: OrderDevice, i: number, visit: number) => ({
  ...device,
  place: i + 1,
  state: device.result === null ? null : RESULTS[device.result],
  isElsewhere: device.result === null && (device.checked || device.destination !== null),
  due: device.next_on === null ? null : monthText(device.next_on),
  /** Looked at at another visit, which is finished. */
  isBefore: device.result !== null && device.visit_id !== visit,
})

type Shown = Opened & { at: string; works: boolean; orderId: number; opensOrder: boolean }

const change = { area: workdayArea, right: 'change' } as const

export function stepsOf({ work, progress, works, at, orderId }: Shown): Step[] {
  if (work === null || !works) return []
  const { next } = progress
  const steps: Step[] = [
    { ...change, label: 'Afronden', icon: 'flag-check', kind: 'popup', url: `/workday/done/${work.id}`, next: !next },
  ]
  if (next)
    steps.push({
      ...change,
      label: 'Volgend apparaat',
      icon: 'clipboard-check',
      kind: 'popup',
      url: `/workday/${orderId}/devices/${next.id}/doneForm${at}`,
      next: true,
    })
  return steps
}

export function optionsOf({ work, orderId, opensOrder }: Shown): GuardedAction[] {
  if (work === null) return []
  const order = `/administration/order/view/${orderId}`
  const reads = { area: ordersArea, right: 'view', kind: 'popup' } as const
  const options: GuardedAction[] = opensOrder
    ? [
        { ...reads, label: 'Order openen', icon: 'shopping-cart', url: order },
        { ...reads, label: 'Notities', icon: 'notes', url: `${order}?item=notes` },
      ]
    : []
  if (work.done)
    options.push({
      area: workdayArea,
      right: 'view',
      label: 'Keuringsrapport',
      icon: 'file-type-pdf',
      kind: 'download',
      url: `/workday/report/${work.id}`,
    })
  if (cancelRefusal(work) === null)
    options.push({
      area: boardArea,
      right: 'change',
      label: 'Bezoek annuleren',
      icon: 'calendar-x',
      kind: 'post',
      url: `/board/cancelVisit/${work.id}`,
      confirm: CANCEL_ASKED,
      danger: true,
    })
  return options
}
