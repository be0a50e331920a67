/** Something to do once the next page has loaded, and only then (P-165). */
import { type Flash, flash } from './flash.ts'
import { readStored, writeStored } from './lib/browser-storage.ts'
import { openPopup } from './popup/open.ts'

const KEY = 'after-load'

type AfterLoad = { run: 'flash'; flash: Flash } | { run: 'popup'; url: string }

/** Keeps one callback for the next page of this tab; a later one replaces it. */
export function afterLoad(callback: AfterLoad): void {
  writeStored(sessionStorage, KEY, callback)
}

export function runAfterLoad(): void {
  const callback = readStored<AfterLoad>(sessionStorage, KEY)
  sessionStorage.removeItem(KEY)
  if (callback?.run === 'flash') flash(callback.flash.str, callback.flash.type, callback.flash.undo)
  else if (callback?.run === 'popup') void openPopup(callback.url)
}
