/** What modules add to the settings, and which of their tables stay. */
import type { Area } from '../../platform/access/rights.ts'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import type { Config } from '../../platform/config.ts'
import { point } from '../../platform/points.ts'
import type { Services } from '../../platform/services.ts'

/** One of the pages of the settings, which holds the tabs that name it. */
export interface SettingsPage {
  key: string
  label: string
  icon: string
  order: number
  /** A screen of its own; else its tabs are told with what is set there. */
  url?: string
}

export const settingsPages = point<SettingsPage>('settings pages')

/** A tab of the settings page, shown to who may view its area; `url` is a screen that answers its content. */
export interface SettingsTab {
  key: string
  /** The key of the page that it stands on. */
  page: string
  label: string
  icon: string
  area: Area
  order: number
  /** Other words that it is found by. */
  synonyms?: string[]
  /** The page itself leads there, line by line: its menu leaves it out. */
  listed?: false
  url: string
  /** Of what is there only where it is configured. */
  when?: (config: Config) => boolean
}

export const settingsTabs = point<SettingsTab>('settings tabs')

type Asked = Pick<Services, 'registry' | 'config'>

/** The tabs that the viewer may see, in their order. */
export const tabsFor = ({ registry, config }: Asked, viewer: Viewer): SettingsTab[] =>
  registry
    .offered(settingsTabs, viewer)
    .filter(({ area, when }) => may(viewer, area) && (when?.(config) ?? true))
    .sort((a, b) => a.order - b.order)

/** The pages with something for the viewer, in their order. */
export function pagesFor(services: Asked, viewer: Viewer): (SettingsPage & { tabs: SettingsTab[] })[] {
  const byPage = Map.groupBy(tabsFor(services, viewer), ({ page }) => page)
  return services.registry
    .offered(settingsPages, viewer)
    .flatMap((page) => ({ ...page, tabs: byPage.get(page.key) ?? [] }))
    .filter(({ tabs }) => tabs.length > 0)
    .sort((a, b) => a.order - b.order)
}

/** Tables whose rows come from the migrations; they stay when everything else is put back to the story. */
export const fixedTables = point<string>('fixed tables')
