/** How many cards of a column come with each look at what is left. */
export const cardsAtOnce = 25;
