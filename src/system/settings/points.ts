/** What modules add to the settings, and which of their tables stay. */
import type { Area } from '../../platform/access/rights.ts'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import type { Config } from '../../platform/config.ts'
import { point } from '../../platform/points.ts'
import type { Services } from '../../platform/services.ts'

/** A tab of the settings page, shown to who may view its area; `url` is a screen that answers its content. */
export interface SettingsTab {
  key: string
  label: string
  icon: string
  area: Area
  order: number
  /** Other words that the palette finds it by. */
  synonyms?: string[]
  /** The key of the tab below which it stands. */
  under?: string
  url: string
  /** Of what is there only where it is configured. */
  when?: (config: Config) => boolean
}

export const settingsTabs = point<SettingsTab>('settings tabs')

/** The tabs that the viewer may see, in their order. */
export const tabsFor = ({ registry, config }: Pick<Services, 'registry' | 'config'>, viewer: Viewer): SettingsTab[] =>
  registry
    .offered(settingsTabs, viewer)
    .filter(({ area, when }) => may(viewer, area) && (when?.(config) ?? true))
    .sort((a, b) => a.order - b.order)

/** Tables whose rows come from the migrations; they stay when everything else is put back to the story. */
export const fixedTables = point<string>('fixed tables')
