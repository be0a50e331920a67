import { type Viewer, may, wholePerson } from '../../platform/access/viewer.ts'
import { createEntriesFor, navEntriesFor } from '../../platform/screens/navigation.ts'
import type { PaletteAnswer } from '../../platform/search/search.contract.ts'
import type { Services } from '../../platform/services.ts'
import { settingsArea, textsOfTabs } from '../settings/index.ts'
import { tabsFor } from '../settings/points.ts'

const joined = (words: string[] = []) => words.join(' ')

/** The words that people have for what they may open, and the tabs of the settings as places of their own. */
export function paletteOf(services: Pick<Services, 'registry' | 'config' | 'views'>, visitor: Viewer): PaletteAnswer {
  const { registry } = services
  const viewer = wholePerson(visitor)
  const named = [
    ...navEntriesFor(registry, viewer),
    ...createEntriesFor(registry, viewer).map(({ action: { url, synonyms } }) => ({ href: url, synonyms })),
  ]
  const tabs = may(viewer, settingsArea) ? tabsFor(services, viewer) : []
  const texts = textsOfTabs(services)
  return {
    words: Object.fromEntries(named.flatMap(({ href, synonyms }) => (synonyms ? [[href, joined(synonyms)]] : []))),
    places: tabs.map(({ key, label, icon, synonyms }) => ({
      label: `Instellingen: ${label}`,
      icon,
      href: `/settings/?tab=${key}`,
      words: joined(synonyms),
      texts: [...texts.get(key)!.labels, ...texts.get(key)!.others],
    })),
  }
}
