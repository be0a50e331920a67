/** What was just done can be taken back from its message, for as long as its mails wait (rulings 10.5). */
import { type Undoable, onUndoable } from './flash.ts'
import { foldIntoFlash } from './flash-more.ts'
import { el, on } from './lib/dom.ts'
import { ONCE_FIELD, newOnceToken } from './lib/once-token.ts'
import { type Question, askFirst } from './question.ts'
import { isFailure, request, RequestFailed } from './lib/request.ts'

/** Also where mail does not wait, somebody has to be able to read and click. */
const LEAST_SECONDS = 8
/** Older messages make way; what they tell of stands in the list of last actions. */
const MOST = 3

/** Puts the button and what is left of the time into a message. Who points at it, or is in it, keeps it there. */
function undoControls(message: HTMLElement, cross: HTMLElement, undo: Undoable, remove: () => void): void {
  let left = Math.max(undo.seconds, LEAST_SECONDS)
  const time = el('span', { class: 'faint tnum', 'aria-hidden': true }, `(${left} s)`)
  const bar = el('progress', { max: left, value: left, 'aria-hidden': 'true' })
  message.classList.add('flash--undo')
  cross.before(el('button', { class: 'btn btn-sm', type: 'button', 'data-undo': undo.set }, 'Ongedaan maken ', time))
  message.append(bar)
  const stack = message.parentElement
  for (const old of [...(stack?.children ?? [])].slice(0, -MOST)) old.remove()
  const clock = setInterval(() => {
    if (!message.isConnected) return clearInterval(clock)
    if (message.matches(':hover, :focus-within')) return
    left -= 1
    time.textContent = `(${left} s)`
    bar.value = left
    if (left > 0) return
    clearInterval(clock)
    remove()
  }, 1000)
}

/** Takes the last message's action back. @returns false when there is none */
export function undoLast(): boolean {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-undo]:not([aria-busy])')]
  buttons.at(-1)?.click()
  return buttons.length > 0
}

/** There is nothing left to take back. */
function settle(button: HTMLElement): void {
  const message = button.closest('.flash')
  if (message) message.querySelector<HTMLElement>('[data-flash-close]')?.click()
  else button.replaceWith(el('span', { class: 'small muted' }, 'Ongedaan gemaakt'))
}

interface UndoAnswer {
  /** Of each record that stayed why, where the message names only the first of them. */
  kept?: string[]
  /** Whether it was taken back before. */
  undone?: boolean
  /** What has to be read before anything is done. */
  question?: Question
}

function tellKept({ kept = [] }: UndoAnswer): void {
  if (kept.length > 0) foldIntoFlash('Alles wat niet terugkwam', kept)
}

/** @param read what somebody was asked about, and saw */
async function takeBack(button: HTMLElement, read: Record<string, string> = {}): Promise<void> {
  if (button.hasAttribute('aria-busy')) return
  button.setAttribute('aria-busy', 'true')
  const once = (button.dataset.once ??= newOnceToken())
  let question: Question | undefined
  try {
    const response = await request(`/undo/${button.dataset.undo}`, {
      method: 'POST',
      body: new URLSearchParams({ ...read, [ONCE_FIELD]: once }),
      source: button,
    })
    settle(button)
    if (response.status === 200) tellKept((await response.json()) as UndoAnswer)
  } catch (error) {
    if (!isFailure(error)) throw error
    if (!(error instanceof RequestFailed) || error.status !== 409) return
    const answer = (error.body ?? {}) as UndoAnswer
    // Somebody else, or another window, was first. What only could not be taken back now stays to be tried again.
    if (answer.undone) settle(button)
    tellKept(answer)
    question = answer.question
  } finally {
    button.removeAttribute('aria-busy')
  }
  if (question && (await askFirst(question))) await takeBack(button, { [question.field]: question.value })
}

export function startUndo(): void {
  onUndoable(undoControls)
  on('click', '[data-undo]', (_event, button) => void takeBack(button))
}
