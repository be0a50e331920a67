/** Where the settings of the board are kept for a day. */
export const SETTINGS_COOKIE = 'board-settings-inspections'

/** What the page of the planning board gives its island. */
export interface PlanningBoardProps {
  /** The viewer's id: the lane with it is the own one. */
  own: number
  /** Whether the viewer may plan. */
  plans: boolean
  /** Epoch seconds. */
  now: number
  /** Other views of the same days, at their own addresses. */
  beside: { label: string; href: string }[]
  /** Lanes with their visits, from `from` to `to` (epoch seconds), narrowed by the filters. */
  dataUrl: string
  /** Orders that nothing is planned for yet. */
  trayUrl: string
  /** What would be planned by itself. */
  fillUrl: string
  filtersUrl: string
  filterLabels: Record<string, string>
  /** Popup that shows drafts before they are saved. */
  confirmUrl: string
  /** With `{id}` of the visit. */
  cancelUrl: string
  /** Popup of an order, with `{id}`. */
  orderUrl: string
  /** The order that the board was opened to plan. */
  orderId: number | null
  /** Names of public holidays and closed days, by YYYY-MM-DD. */
  holidays: Record<string, string>
}
