import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface Props {
  title: string
  /** Escape belongs to this dialog, not to the popup below it. */
  onLeave: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}

/**
 * A small dialog of the editor. It holds no <form>: it stands inside the form of the message, whose fields it must not
 * add to.
 */
export function Dialog({ title, onLeave, onKeyDown, children }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  useEffect(() => {
    const element = dialog.current
    const claim = (event: Event) => {
      event.preventDefault()
      onLeave()
    }
    element?.addEventListener('escape', claim)
    return () => element?.removeEventListener('escape', claim)
  }, [onLeave])
  return (
    <dialog className="rich-text-dialog" ref={dialog} aria-label={title} onKeyDown={onKeyDown}>
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}
