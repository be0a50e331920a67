import { type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { type Day } from '../../src/platform/format/days.ts'
import { openPopup } from '../shared/platform.ts'
import { BlockMenu } from './block-menu.tsx'
import { type Handlers } from './handlers.ts'
import { pullHint } from './hold-keys.ts'
import { MoveBox } from './move-outcome.tsx'
import { type CalendarAction, type CalendarState } from './state.ts'
import { type Appointments } from './use-appointments.ts'
import { useBlockMenu } from './use-block-menu.ts'
import { type JudgedById } from './use-judged.ts'
import { useHoldKeys } from './use-hold-keys.ts'
import { useHoldPointer } from './use-hold-pointer.ts'
import { useHolding } from './use-holding.ts'

/** The rows of a board between which a part takes another teacher or room. */
export interface Rows {
  kind: string
  ids: readonly number[]
}

const NO_ROW = 'Naar deze rij kan niet worden gesleept.'

export interface HandsOptions {
  root: RefObject<HTMLElement | null>
  /** Absent for who may not move anything. */
  moveUrl: string | undefined
  /** Where the teacher of a part is said to be away, with `{id}`; absent for who may not. */
  awayUrl?: string | undefined
  rows: Rows | null
  /** Why a part cannot be put into a row that takes none. */
  noRow?: string
  state: CalendarState
  data: Pick<Appointments, 'answer' | 'reload'>
  on: Handlers
  judged: JudgedById
  infoBox: { close: () => void }
  dispatch: (action: CalendarAction) => void
}

/** Moving by hand: what a calendar listens to for it, and what it shows meanwhile. */
export interface Hands {
  handlers: ReturnType<typeof useBlockMenu>['handlers'] & ReturnType<typeof useHoldPointer>
  /** True when the key picked something up. */
  onKeyDown: (event: KeyboardEvent) => boolean
  isHolding: boolean
  tookClick: () => boolean
  shown: ReactNode
}

export function useHands(options: HandsOptions): Hands {
  const { root, moveUrl, awayUrl, rows, on, dispatch } = options
  const { view, day } = options.state
  const { answer, reload } = options.data
  const onStart = options.infoBox.close
  const find = (id: number) =>
    moveUrl === undefined ? undefined : answer?.appointments.find((appointment) => appointment.id === id)
  const holding = useHolding({ moveUrl, lanes: rows?.kind ?? null, answer, onStale: reload })
  // What is held online or elsewhere has a place that no row can give.
  const lanes = rows && rows.ids.filter((id) => id >= 0)
  const { noRow = NO_ROW } = options
  const whyNot = (lane: number): string | null => (lanes?.includes(lane) === true ? null : noRow)
  const pointer = useHoldPointer({ root, holding, find, whyNot, onStart })
  const onShow = (target: Day): void => dispatch({ type: 'jump', day: target })
  const onKeyDown = useHoldKeys({ root, answer, holding, view, day, lanes, find, onStart, onShow })
  const { menu, close, handlers, tookClick } = useBlockMenu(find)
  const move = (copy: boolean): void => {
    const query = new URLSearchParams(copy ? { copy: '1' } : {})
    if (rows && menu?.lane !== null && menu?.lane !== undefined) {
      query.set('lanes', rows.kind)
      query.set('lane', String(menu.lane))
    }
    openPopup(`${moveUrl!.replace('{id}', String(menu!.appointment.id))}?${query.toString()}`)
  }
  const { held } = holding
  return {
    handlers: { ...handlers, ...pointer },
    onKeyDown,
    isHolding: held !== null,
    tookClick,
    shown: (
      <>
        {held && (
          <MoveBox root={root} holding={holding} held={held} drawn={`${view} ${day}`} pull={pullHint(view, lanes)} />
        )}
        {menu && (
          <BlockMenu
            menu={menu}
            onClose={close}
            onMove={move}
            onOpen={() => openPopup(on.hrefOf(menu.appointment))}
            mend={options.judged.get(menu.appointment.id)?.mend}
            onAway={awayUrl && (() => openPopup(awayUrl.replace('{id}', String(menu.appointment.id))))}
          />
        )}
      </>
    ),
  }
}
