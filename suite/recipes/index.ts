export { RecipeFailure } from './failure.ts';
export { recipeDriver, recipeName } from './recipe-driver.ts';
export { Steps } from './steps.ts';
export { passesOn, toldOf } from './unused.ts';
