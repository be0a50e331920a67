import { type ReactNode } from 'react'
import { type PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import { type BoardVisit, type UnplannedOrder } from '../../src/inspections/planning/visits/board.contract.ts'
import { CANCEL_ASKED } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { ask, fetchJson } from '../shared/platform.ts'
import { keyOf } from './drafts.ts'
import { Tray } from './tray.tsx'
import { type Board } from './use-board.ts'
import { VisitCard } from './visit-card.tsx'

interface BoardSideProps {
  board: Board
  page: Pick<PlanningBoardProps, 'plans' | 'orderUrl' | 'cancelUrl'>
  chosen: { key: string | null; choose: (key: string | null) => void }
  today: Day
  plan: (order: UnplannedOrder) => void
  setChecking: (isChecking: boolean) => void
  onShow: (day: Day) => void
}

/** Cancels a saved visit, once that is confirmed. @returns whether it is cancelled; a refusal is told by its answer */
async function cancelVisit(cancelUrl: string, { id }: BoardVisit): Promise<boolean> {
  if (!(await ask(CANCEL_ASKED, { danger: true }))) return false
  return fetchJson(cancelUrl.replace('{id}', String(id)), { method: 'DELETE' }).then(
    () => true,
    () => false,
  )
}

/** Beside the lanes: the visit that was chosen, and what waits to be planned. */
export function BoardSide({ board, page, chosen, today, plan, setChecking, onShow }: BoardSideProps): ReactNode {
  const { drafts, waiting } = board
  const { key, choose } = chosen
  const found = key === null ? undefined : board.find(key)
  // What waits still has no place.
  const visit = found?.date === '' ? undefined : found
  return (
    <>
      {visit && (
        <VisitCard
          key={keyOf(visit)}
          visit={visit}
          isDraft={drafts.all.some((draft) => keyOf(draft) === key)}
          plans={page.plans}
          lanes={board.lanes}
          busy={board.data.busy}
          today={today}
          orderUrl={page.orderUrl}
          onEdit={() => drafts.put(visit)}
          onSave={drafts.put}
          onShow={onShow}
          onUndo={() => drafts.remove(keyOf(visit))}
          onCancel={() =>
            void cancelVisit(page.cancelUrl, visit).then((isCancelled) => {
              if (!isCancelled) return
              drafts.remove(keyOf(visit))
              choose(null)
            })
          }
          onClose={() => choose(null)}
          onChecking={setChecking}
        />
      )}
      {page.plans && (
        <Tray
          orders={board.orders}
          isKnown={waiting.answer !== null}
          failed={waiting.failed}
          onRetry={waiting.reload}
          onPlan={plan}
        />
      )}
    </>
  )
}
