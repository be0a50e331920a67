import { type Viewer, may, wholePerson } from '../../platform/access/viewer.ts'
import { MAX_ID } from '../../platform/forms/fields.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Screen } from '../../platform/screens/screen.ts'

interface Declared {
  screen: Screen
  area: Exclude<Screen['area'], 'public'>
  right: 'view' | 'change'
  params: Record<string, string>
}

/** What a form is posted to by this address; null where nothing takes it. */
function declaredAt(registry: Registry, url: string): Declared | null {
  const path = url.split('?')[0]!.split('/')
  for (const screen of registry.screens)
    for (const { method, path: pattern, area = screen.area, right } of screen.routes) {
      const parts = pattern.split('/')
      if (method !== 'POST' || parts.length !== path.length || area === 'public') continue
      const params: Record<string, string> = {}
      const isIt = parts.every((part, i) => {
        const name = part.startsWith(':') ? part.slice(1) : null
        if (name === null) return part === path[i]
        params[name] = path[i]!
        return screen.words.has(name) || (/^[1-9]\d{0,9}$/.test(path[i]!) && Number(path[i]) <= MAX_ID)
      })
      if (isIt) return { screen, area, right, params }
    }
  return null
}

/** How the fields of the form at this address are called. */
export function labelsAt(registry: Registry, url: string): Record<string, { label: string }> {
  const type = declaredAt(registry, url)?.screen.fieldsOf
  return registry.recordTypes().find((known) => known.type === type)?.fields ?? {}
}

/**
 * About which record a form is that was posted to this address, or null for none.
 * @returns undefined where this viewer may post nothing there: who decides has more rights, and lends them to nobody
 */
export function recordAt(registry: Registry, viewer: Viewer, url: string): RecordRef | null | undefined {
  const found = declaredAt(registry, url)
  if (!found || !may(wholePerson(viewer), found.area, found.right)) return undefined
  const { record } = found.screen
  const id = record?.param ? Number(found.params[record.param]) : NaN
  const type = record?.type.startsWith(':') ? found.params[record.type.slice(1)] : record?.type
  if (!type || !Number.isInteger(id) || !registry.recordTypes().some((known) => known.type === type)) return null
  return { type, id }
}
