/** How likely something must be for that to be done which is hard to take back, such as fetching a person. */
export const CONFIDENT = 0.6;
/** How sure the ranker must be that a message has nothing to do with the business, or that it is its own question. */
export const VERY_CONFIDENT = 0.8;
