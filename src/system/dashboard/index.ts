import type { Viewer } from '../../platform/access/viewer.ts'
import { today } from '../../platform/format/zone.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import type { Registry } from '../../platform/registry.ts'
import { CHOSEN_WIDGETS } from './dashboard.contract.ts'
import { arranged } from './dashboard.rules.ts'
import * as screens from './dashboard.screens.ts'
import { give } from '../../platform/points.ts'
import { widgets, widgetsFor } from './points.ts'
import { todoWidget } from './widgets.ts'

/** Years whose numbers are looked at, the last one first. */
const YEARS = 4

/** What the page where the day begins draws: its widgets in the order that the viewer chose. */
export function dashboardOf(registry: Registry, viewer: Viewer) {
  const all = arranged(widgetsFor(registry, viewer), viewer.meta[CHOSEN_WIDGETS] ?? '')
  const year = Number(today().slice(0, 4))
  return {
    preference: CHOSEN_WIDGETS,
    widgets: all.map(({ widget: { name, title, wide, more, of, region, chart }, isShown }) => ({
      ...{ name, title, isShown, wide: wide === true, more: more ?? null, of: of ?? null },
      ...{ url: region ?? `/widgets/${name}/getView`, isFramed: region === undefined, isFiltered: chart !== undefined },
    })),
    years: Array.from({ length: YEARS }, (_none, i) => year - i),
  }
}

/** What somebody sees where the day begins. */
export const dashboard: ModulePart = {
  screens: Object.values(screens),
  gifts: [give(widgets, [todoWidget])],
}
