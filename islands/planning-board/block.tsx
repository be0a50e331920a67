import { memo, type CSSProperties, type ReactNode } from 'react'
import gripVertical from '@tabler/icons/outline/grip-vertical.svg?raw'
import { Icon } from '../shared/icon.tsx'
import { stopProps } from '../shared/use-roving.ts'
import { vars } from './css-vars.ts'
import { type Block } from './model.ts'

interface VisitBlockProps {
  block: Block
  /** Of the lane that it is in, and of its day. */
  index: number
  day: number
  isChosen: boolean
  /** Whether the viewer may plan. */
  plans: boolean
  /** Who does it, where the lane does not say so. */
  who: string | null
  onChoose: (key: string) => void
  style: CSSProperties | undefined
}

const devicesText = (count: number): string => (count === 1 ? '1 apparaat' : `${count} apparaten`)

/** A visit in its lane. */
export const VisitBlock = memo(function VisitBlock(props: VisitBlockProps): ReactNode {
  const { block, index, day, isChosen, plans, who, onChoose, style } = props
  const { key, visit, isDraft, span } = block
  const names = ['pb-ev', isDraft && 'is-draft', visit.done && 'is-done', isChosen && 'is-chosen', style && 'on-line']
  const hue = visit['background-color']
  return (
    <div
      className={names.filter(Boolean).join(' ')}
      style={{ ...(hue === '' ? {} : vars({ '--hue': hue })), ...style }}
    >
      <button
        type="button"
        data-take={key}
        aria-pressed={isChosen}
        aria-keyshortcuts={plans ? 'Enter E' : undefined}
        onClick={() => onChoose(key)}
        {...stopProps(day, index * 1440 + span.start)}
      >
        <b>{visit.customer}</b>
        <time>
          {visit.start_time}–{visit.end_time}
        </time>
        <span className="trunc">
          {[devicesText(visit.order.devices), visit.order.city, who].filter(Boolean).join(' · ')}
        </span>
        {isDraft && <small className="pb-mark">Niet opgeslagen</small>}
        {visit.done && <small className="pb-mark">Afgerond</small>}
        {plans && !visit.done && (
          <i className="pb-drag" data-drag aria-hidden="true">
            <Icon svg={gripVertical} className="ic ic-sm" />
          </i>
        )}
      </button>
    </div>
  )
})
