/** Fills the list of an open selector with what is found for the text in its search box. */
import type TomSelect from 'tom-select/base'
import { positionPopover } from '../lib/popover-position.ts'
import { isAbort } from '../lib/request.ts'
import type { Choice, SelectorSettings } from './selector.ts'
import { search, withSpecials } from './selector-search.ts'

export interface SelectorList {
  /** Shows what is found for a text; the answer to an earlier one does not come any more. */
  find: (text: string) => Promise<void>
  /** Whether what is offered was found for this text, and not for an earlier one. */
  isOf: (text: string) => boolean
  /** Whether an option is the one hit of a search, as long as no arrow key was pressed since it was found. */
  takeOnlyHit: (option: HTMLElement | null) => boolean
  stop: () => void
}

/** Below its control, and as wide; or above it, where it would cover the buttons that come next. */
export function placeList({ dropdown, control }: TomSelect): void {
  const free = control.closest('dialog')?.querySelector('.popup-foot') ?? null
  positionPopover(dropdown, control, { stretch: true, free })
}

/**
 * Shows what was found, with the only hit of a text under the Enter key; answers its value where it is the only one.
 */
function show(widget: TomSelect, settings: SelectorSettings, found: Choice[], text: string) {
  const offered = withSpecials(settings, found)
  const values = new Set(offered.map(({ value }) => value))
  widget.clearOptions()
  widget.addOptions(offered)
  // What is chosen stays an option of tom-select, but is a hit only where it was found.
  widget.settings.score =
    () =>
    (...[option]: Choice[]) =>
      Number(text === '' || values.has(option?.value ?? ''))
  widget.refreshOptions(false)
  const [hit] = found
  const first = widget.dropdown_content.querySelector<HTMLElement>(`[data-value="${CSS.escape(hit?.value ?? '')}"]`)
  if (first && text !== '') widget.setActiveOption(first)
  placeList(widget)
  return text !== '' && found.length === 1 && hit ? hit.value : null
}

/** What was found, with a word beside what is marked for what the form holds now. */
function withMarks({ marked }: SelectorSettings, found: Choice[], form: HTMLFormElement | null): Choice[] {
  if (!marked || !form || new FormData(form).get(marked.while.name) !== marked.while.value) return found
  const ids = new Set(marked.ids.map(String))
  return found.map((choice) =>
    ids.has(choice.value)
      ? { ...choice, sub: [choice.sub, marked.word].filter(Boolean).join(' · '), isMarked: true }
      : choice,
  )
}

export function listOf(widget: TomSelect, select: HTMLSelectElement, settings: SelectorSettings): SelectorList {
  const quiet = select.closest('[data-tags]') ? { failText: '' } : {}
  const exclude = new Set(select.dataset.exclude?.split(',') ?? [])
  const { classList } = widget.wrapper
  let request = new AbortController()
  let onlyHit: string | null = null
  let shownFor: string | null = null
  let asking: { text: string; done: Promise<void> } | null = null
  async function ask(text: string, signal: AbortSignal): Promise<void> {
    classList.add('is-loading-options')
    try {
      const found = withMarks(settings, await search(settings, text, { signal, ...quiet }), select.form)
      onlyHit = show(
        widget,
        settings,
        found.filter(({ value }) => !exclude.has(value)),
        text,
      )
      shownFor = text
      classList.remove('is-loading-options')
    } catch (error) {
      if (!isAbort(error)) classList.remove('is-loading-options')
    }
  }
  return {
    find(text) {
      // What is on its way already is not asked again.
      if (asking?.text === text) return asking.done
      request.abort()
      request = new AbortController()
      const asked = { text, done: ask(text, request.signal) }
      asking = asked
      return asked.done.finally(() => {
        if (asking === asked) asking = null
      })
    },
    isOf: (text) => shownFor === text,
    takeOnlyHit(option) {
      const isOnly = onlyHit !== null && option?.dataset.value === onlyHit
      onlyHit = null
      return isOnly
    },
    stop: () => request.abort(),
  }
}
