import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import alertCircle from '@tabler/icons/outline/alert-circle.svg?raw'
import alertTriangle from '@tabler/icons/outline/alert-triangle.svg?raw'
import circleCheck from '@tabler/icons/outline/circle-check.svg?raw'
import infoCircle from '@tabler/icons/outline/info-circle.svg?raw'
import send from '@tabler/icons/outline/send.svg?raw'
import { type MoveLine, type MoveOutcome } from '../../src/system/calendar/calendar.contract.ts'
import { Icon } from '../shared/icon.tsx'
import { drawGhosts, markHeld } from './ghost.ts'
import { heldTitle, isMoved, type Held } from './holding.ts'
import { placeBox } from './place-box.ts'
import { type Holding } from './use-holding.ts'

const ICONS: Record<MoveLine['tone'], string> = {
  red: alertCircle,
  orange: alertTriangle,
  good: circleCheck,
  plain: infoCircle,
  told: send,
}

interface MoveOutcomeProps {
  root: RefObject<HTMLElement | null>
  holding: Holding
  held: Held
  /** Another week or answer draws other cells. */
  drawn: unknown
  /** What Shift does, in words. */
  pull: string
}

/** What is held, where it would go, and beside it what would come of that. */
export function MoveBox({ root, holding, held, drawn, pull }: MoveOutcomeProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const { phase, outcome } = holding

  useLayoutEffect(() => {
    const calendar = root.current!
    const ghosts = drawGhosts(calendar, held)
    if (held.by === 'keys') ghosts[0]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const unmark = markHeld(calendar, held)
    return () => {
      for (const ghost of ghosts) ghost.remove()
      unmark()
    }
  }, [root, held, drawn])

  useLayoutEffect(() => {
    const element = box.current!
    // Beside its last day, where its end is pulled.
    const anchor = [...root.current!.querySelectorAll('.cal-ghost')].at(-1) ?? root.current!
    const { left, top } = placeBox(anchor.getBoundingClientRect(), null, {
      width: element.offsetWidth,
      height: element.offsetHeight,
      viewWidth: window.innerWidth,
      viewHeight: window.innerHeight,
    })
    element.style.setProperty('left', `${left}px`)
    element.style.setProperty('top', `${top}px`)
  }, [root, held, drawn, outcome, phase])

  const isStill = !isMoved(held) && !held.copy
  return (
    <div
      className={phase === 'asking' ? 'outcome outcome--float is-asking' : 'outcome outcome--float'}
      ref={box}
      role={phase === 'asking' ? 'alertdialog' : 'status'}
      aria-label={heldTitle(held)}
      aria-busy={phase === 'saving' || (outcome === null && !isStill && held.refusal === undefined)}
    >
      <h3>{unbroken(outcome?.title ?? heldTitle(held))}</h3>
      {held.refusal !== undefined ? (
        <RefusalLine text={held.refusal} />
      ) : outcome ? (
        <OutcomeLines outcome={outcome} />
      ) : (
        !isStill && <p className="muted small">De gevolgen worden bekeken…</p>
      )}
      {phase === 'asking' ? (
        <Question holding={holding} copy={held.copy} />
      ) : (
        <Hint held={held} isSaving={phase === 'saving'} pull={pull} />
      )}
    </div>
  )
}

/** Hours stay on one line. */
const unbroken = (title: string): ReactNode =>
  title.split(/(\d\d:\d\d–\d\d:\d\d)/).map((text, i) => (i % 2 === 0 ? text : <span key={i}>{text}</span>))

function RefusalLine({ text }: { text: string }): ReactNode {
  return (
    <ul>
      <li className="is-red">
        <Icon svg={alertCircle} />
        <span>{text}</span>
      </li>
    </ul>
  )
}

function OutcomeLines({ outcome }: { outcome: MoveOutcome }): ReactNode {
  return (
    <ul>
      {outcome.refused !== null && (
        <li className="is-red">
          <Icon svg={alertCircle} />
          <span>{outcome.refused}</span>
        </li>
      )}
      {outcome.lines.map(({ tone, text, isNew }) => (
        <li key={text} className={`is-${tone}`}>
          <Icon svg={ICONS[tone]} />
          <span>
            {isNew && <b className="tag">nieuw</b>} {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Hint({ held, isSaving, pull }: { held: Held; isSaving: boolean; pull: string }): ReactNode {
  if (isSaving) return <footer>Wordt opgeslagen…</footer>
  if (held.by === 'pointer')
    return (
      <footer>
        {held.pulled !== true && (
          <span>
            <kbd>Ctrl</kbd> kopiëren
          </span>
        )}
        <span>
          <kbd>Esc</kbd> terug
        </span>
      </footer>
    )
  return (
    <footer>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd> verplaatsen
      </span>
      <span>
        <kbd>Shift</kbd> {pull}
      </span>
      <span>
        <kbd>C</kbd> {held.copy ? 'toch verplaatsen' : 'kopiëren'}
      </span>
      <span>
        <kbd>Enter</kbd> neerzetten
      </span>
      <span>
        <kbd>Esc</kbd> terug
      </span>
    </footer>
  )
}

function Question({ holding, copy }: { holding: Holding; copy: boolean }): ReactNode {
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus(), [])
  return (
    <div
      className="row-flex"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        holding.cancel()
      }}
    >
      <button type="button" className="btn btn-danger" data-answer="yes" onClick={holding.confirm}>
        {copy ? 'Toch kopiëren' : 'Toch verplaatsen'}
      </button>
      <button type="button" className="btn" data-answer="no" onClick={holding.cancel} ref={back}>
        Terug
      </button>
    </div>
  )
}
