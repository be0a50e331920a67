import { useEffect, useEffectEvent } from 'react'
import { commandOf, type KeyCommand } from './keys.ts'

const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=listbox], [role=menu], [role=dialog]'

/** Single keys rest while something is typed, while a popup is open, and when the profile switched them off. */
function isResting(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    document.body.dataset.keys === 'off' ||
    document.querySelector('dialog[open]') !== null ||
    (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null)
  )
}

export function useKeys(run: (command: KeyCommand) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command || isResting(event)) return
    event.preventDefault()
    run(command)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
