/** Islands get the page around them through `window.noordkaap`; React loads with the first one that is there. */
import type { PlatformBridge } from '../../islands/shared/platform.ts'
import { onChanged } from './changes.ts'
import { flash } from './flash.ts'
import { fetchCode, lazy } from './lazy.ts'
import { onContent } from './lib/dom.ts'
import { cookies } from './lib/browser-storage.ts'
import { fetchJson } from './lib/request.ts'
import { confirmPopup } from './popup/dialogs.ts'
import { openPopup } from './popup/open.ts'

const bridge: PlatformBridge = {
  openPopup: (url, onError) => void openPopup(url, onError ? { onError } : {}),
  flash,
  ask: confirmPopup,
  fetchJson: (url, init = {}) => {
    const { method = 'GET', body = null, signal, failText } = init
    const headers = Object.fromEntries(new Headers(init.headers))
    const told = failText === undefined ? {} : { failText }
    return fetchJson(url, { method, body, headers, ...(signal ? { signal } : {}), ...told })
  },
  onChanged: (types, callback) => onChanged(types, () => callback()),
  cookie: cookies,
  pickDate: (button, picking) =>
    void fetchCode(() => import('./fields/date-picker.ts')).then((code) =>
      code ? code.openDatePicker(button, picking) : picking.onClose(),
    ),
}

export function startIslands(): void {
  window.noordkaap = bridge
  lazy('[data-island]', async () => {
    const { mountIslands } = await import('../../islands/shared/mount.ts')
    return { start: () => onContent(mountIslands) }
  })
}
