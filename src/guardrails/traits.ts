/** What a business does with people, as far as it decides what is at risk. Its industry says it, once. */
export type Traits = {
  /** Doctors, dentists, therapists: illness is their business, and what patients tell is kept as such. */
  isHealthCare?: boolean;
  /** It works on people's bodies, so that whoever is hurt or ill asks whether something is all right for them. */
  treatsBodies?: boolean;
  /** Whoever comes exerts themselves: with an injury, to ask whether they may come is to ask for a doctor's word. */
  exertsBodies?: boolean;
  /** What one gets there can leave a burn, a rash or a bad stomach; sore legs after a class are no such thing. */
  mayCauseReactions?: boolean;
  /** Goods are taken home from there, and given to children of some age. */
  sellsGoods?: boolean;
};
