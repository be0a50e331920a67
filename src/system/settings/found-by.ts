import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'
import { type SettingsTab, settingsTabs } from './points.ts'
import { textsOf } from './texts.rules.ts'

export interface TabTexts {
  /** What is set there: the labels of its fields. */
  labels: string[]
  /** By what else it is found: other words for it, headings and hints. */
  others: string[]
}

/** What all screens are made of says nothing of a setting, but for the fields of an address. */
const isOwn = (view: string) => !view.startsWith('/platform/') || view === '/platform/address-fields'

/** Reading the views takes longer than drawing the page; when one changes, a new start reads it. */
const known = new WeakMap<Registry, ReadonlyMap<string, TabTexts>>()

/**
 * By which words each tab is found, by its key. They are read from the views of its screens, so that they are told
 * nowhere else and a new module's settings are found like all others.
 */
export function textsOfTabs({ registry, views }: Pick<Services, 'registry' | 'views'>): ReadonlyMap<string, TabTexts> {
  let texts = known.get(registry)
  if (texts) return texts
  const screens = new Map(registry.manifests.flatMap((manifest) => manifest.screens).map((one) => [one.path, one]))
  const textsOfTab = (tab: SettingsTab): TabTexts => {
    const labels = new Set<string>()
    const others = new Set(tab.synonyms)
    // What comes into a view may ask for itself again.
    const seen = new Set<string>()
    const read = (address: string): void => {
      const screen = screens.get(address.split('?')[0]!)
      if (!screen || seen.has(screen.path)) return
      seen.add(screen.path)
      const { facts } = registry.record(screen.fieldsOf ?? 'setting')
      const readView = (name: string): void => {
        const texts = textsOf(views.source(name), (field) => facts.asked(field))
        for (const label of texts.labels) labels.add(label)
        for (const text of texts.others) others.add(text)
        for (const drawn of texts.draws.filter(isOwn)) readView(drawn.slice(1))
        for (const asked of texts.asks) read(asked)
      }
      if (screen.title !== null && screen.title !== tab.label) others.add(screen.title)
      for (const field of screen.fields ?? []) labels.add(facts.asked(field) ?? '')
      labels.delete('')
      if (screen.view !== undefined) readView(screen.view)
    }
    read(tab.url)
    return { labels: [...labels], others: [...others].filter((text) => !labels.has(text)) }
  }
  texts = new Map(registry.all(settingsTabs).map((tab) => [tab.key, textsOfTab(tab)]))
  known.set(registry, texts)
  return texts
}
