import * as z from 'zod'
import { NotFound } from '../../platform/errors.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { page } from '../../platform/screens/page.ts'
import type { PopupItem } from '../../platform/screens/popup/record-models.ts'
import { type TabTexts, textsOfTabs } from './found-by.ts'
import { type SettingsPage, type SettingsTab, pagesFor } from './points.ts'
import { settingsArea } from './rights.ts'

const access = { area: settingsArea, record: 'setting', recordParam: null, right: 'view' } as const

const word = z.string().max(60).optional().catch(undefined)

const pageUrl = ({ key, url }: SettingsPage) => url ?? `/settings/page/${key}`

/** The settings: a few pages, whose tabs are fragments with a form or a table of their own (rulings 9.5). */
export const settingsPage = page({
  ...access,
  path: '/settings/',
  title: 'Instellingen',
  view: 'system/settings/page',
  // `find` is a text of the tab, which is looked up there.
  query: z.object({ tab: word, page: word, find: z.string().max(200).optional().catch(undefined) }),
  load: ({ viewer, services, query }) => {
    const pages = pagesFor(services, viewer)
    const texts = textsOfTabs(services)
    const tab = pages.flatMap(({ tabs }) => tabs).find(({ key }) => key === query.tab)
    const open = pages.find(({ key, tabs }) => (tab ? tabs.includes(tab) : key === query.page)) ?? pages[0]
    return {
      items: [...pages.map((one) => itemOf(one, { texts, open, tab })), KEYS],
      active: tab ? { url: tab.url } : open && { url: pageUrl(open) },
      find: query.find ?? null,
    }
  },
  example: () => ({}),
})

/** The browser itself has the sheet of keys. */
const KEYS = { key: 'shortcuts', label: 'Sneltoetsen', icon: 'keyboard', url: 'script:shortcuts', active: false, sub: [] } // prettier-ignore

interface Shown {
  texts: ReadonlyMap<string, TabTexts>
  open: SettingsPage | undefined
  tab: SettingsTab | undefined
}

/** A page with its tabs, which stand in view while it is open and are found by their words at any time. */
function itemOf(page: SettingsPage & { tabs: SettingsTab[] }, { texts, open, tab }: Shown): PopupItem {
  const isOpen = page === open
  return {
    key: page.key,
    label: page.label,
    icon: page.icon,
    url: pageUrl(page),
    href: `/settings/?page=${page.key}`,
    active: isOpen && tab === undefined,
    sub: page.tabs.map((one) => ({
      key: one.key,
      label: one.label,
      url: one.url,
      active: one === tab,
      behind: (!isOpen || one.listed === false) && one !== tab,
      leads: one.listed !== false,
      words: [...texts.get(one.key)!.labels, ...texts.get(one.key)!.others],
      sub: [],
    })),
  }
}

/** How many of its settings a tab is told by. */
const SHOWN = 6

/** What is set on a page, tab by tab. */
export const settingsOfPage = fragment({
  ...access,
  path: '/settings/page/:page(word)',
  pageAddress: '/settings/?page=:page',
  view: 'system/settings/tabs',
  load: ({ services, viewer, params }) => {
    const shown = pagesFor(services, viewer).find(({ key, url }) => key === params.page && url === undefined)
    if (!shown) return Promise.reject(new NotFound())
    const texts = textsOfTabs(services)
    const lines = shown.tabs.map(({ key, label, icon }) => {
      const { labels } = texts.get(key)!
      const rest = labels.length > SHOWN ? `, en nog ${labels.length - SHOWN}` : ''
      return { key, label, icon, text: `${labels.slice(0, SHOWN).join(', ')}${rest}` }
    })
    return Promise.resolve({ label: shown.label, lines })
  },
  example: () => ({ params: { page: 'organisation' } }),
})
