import { type ReactNode } from 'react'
import alertCircle from '@tabler/icons/outline/alert-circle.svg?raw'
import alertTriangle from '@tabler/icons/outline/alert-triangle.svg?raw'
import { type CalendarAppointment, type Judged } from '../../src/system/calendar/calendar.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { subText } from './block-text.ts'

/** '7/14 · J. van Dijk', '4/10 · geen docent'. */
export function BlockSub({ appointment, history }: { appointment: CalendarAppointment; history: boolean }): ReactNode {
  const { filled, who, warning } = subText(appointment, history)
  const plain = [filled, who].filter(Boolean).join(' · ')
  if (plain === '' && warning === '') return null
  return (
    <span className="cal-sub">
      {plain}
      {warning !== '' && (
        <>
          {plain !== '' && ' · '}
          <em>{warning}</em>
        </>
      )}
    </span>
  )
}

/** That something is not right, by shape and in words beside its colour. */
export function ToneMark({ judged: { tone, texts } }: { judged: Judged }): ReactNode {
  return (
    <i className={`cal-mark is-${tone}`}>
      <Icon svg={tone === 'red' ? alertCircle : alertTriangle} className="ic ic-sm" />
      <small className="sr-only">
        {tone === 'red' ? 'Kan zo niet' : 'Let op'}: {texts.join(' ')}
      </small>
    </i>
  )
}
