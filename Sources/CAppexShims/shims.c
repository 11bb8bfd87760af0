#include "CAppexShims.h"
