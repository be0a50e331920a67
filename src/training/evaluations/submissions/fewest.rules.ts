/** With fewer answers than this nothing of them is told: neither a score nor a remark (rulings 11.14). */
export const FEWEST = 4
